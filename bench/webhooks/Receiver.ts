/** A thread that takes deliveries over HTTPS and says 204, so that what it costs is not the sender's. Tells each path. */
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { parentPort } from "node:worker_threads"
import { certificate, privateKey } from "../../test/layers/EgressCertificate.ts"

const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
  request.resume().on("end", () => {
    response.writeHead(204).end()
    parentPort?.postMessage(request.url ?? "")
  })
})

server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
