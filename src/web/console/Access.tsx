/** Devices, connected apps and sessions: whoever else acts for the account, and how to end that. */
import { useState } from "preact/hooks"
import type { Session } from "../../../schema/Account.ts"
import { type Account, Refusal, remove } from "./parts/Api.ts"
import { Confirm } from "./parts/Dialogs.tsx"
import { type Column, Empty, Table, Tags } from "./parts/Lists.tsx"
import { useLoaded } from "./parts/Loaded.ts"
import { Badge, Failure, Head, say, Time } from "./parts/Parts.tsx"
import { text } from "./strings.ts"

const words = text.access

type Device = Account["devices"][number]

type SessionNow = typeof Session.Encoded

interface Connection {
  readonly connection_id: string
  readonly client_name: string
  readonly client_host: string
  readonly scopes: ReadonlyArray<string>
  readonly created_at: string
  readonly last_used_at: string | null
}

/** Something that is about to be ended. */
interface Ending {
  readonly title: string
  readonly explanation: string
  readonly label: string
  readonly said: string
  readonly path: string
  readonly reload: () => void
}

const ender = (label: string, name: string, ask: () => void) => (
  <button type="button" class="small danger" aria-label={name} onClick={ask}>
    {label}
  </button>
)

export const Access = ({ account, reload }: { readonly account: Account; readonly reload: () => void }) => {
  const sessions = useLoaded<{ readonly items: ReadonlyArray<SessionNow> }>("/api/v2/me/sessions")
  const connections = useLoaded<{ readonly items: ReadonlyArray<Connection> }>("/api/v2/me/connections")
  const [ending, setEnding] = useState<Ending | null>(null)
  // A service without agents' sign-in has no such list.
  const hasConnections = !(connections.failure instanceof Refusal && connections.failure.status === 404)

  const deviceColumns: ReadonlyArray<Column<Device>> = [
    { name: words.device, isHead: true, cell: (device) => <b>{device.name ?? words.unnamed}</b> },
    { name: words.linked, cell: (device) => <Time at={device.linked_at} none={text.none} /> },
    { name: words.from, cell: (device) => device.linked_from ?? text.none },
    { name: words.lastSeen, cell: (device) => <Time at={device.last_seen_at} none={text.none} /> },
    {
      name: text.keys.actions,
      cell: (device) => {
        const name = device.name ?? words.unnamed
        return ender(words.unlink, words.unlinkOne(name), () =>
          setEnding({
            title: words.unlinkTitle(name),
            explanation: words.unlinkText,
            label: words.unlink,
            said: words.unlinked,
            path: `/api/v2/me/devices/${device.device_id}`,
            reload
          })
        )
      }
    }
  ]

  const connectionColumns: ReadonlyArray<Column<Connection>> = [
    {
      name: words.connection,
      isHead: true,
      cell: (connection) => (
        <>
          <b>{connection.client_name}</b> <span class="quiet">{connection.client_host}</span>
        </>
      )
    },
    {
      name: words.scopes,
      cell: ({ scopes }) => <Tags tags={scopes} />
    },
    { name: words.connected, cell: (connection) => <Time at={connection.created_at} /> },
    { name: words.lastUsed, cell: (connection) => <Time at={connection.last_used_at} /> },
    {
      name: text.keys.actions,
      cell: (connection) =>
        ender(words.disconnect, words.disconnectOne(connection.client_name), () =>
          setEnding({
            title: words.disconnectTitle(connection.client_name),
            explanation: words.disconnectText,
            label: words.disconnect,
            said: words.disconnected,
            path: `/api/v2/me/connections/${connection.connection_id}`,
            reload: () => void connections.reload()
          })
        )
    }
  ]

  const sessionColumns: ReadonlyArray<Column<SessionNow>> = [
    {
      name: words.session,
      isHead: true,
      cell: (session) => (
        <>
          <b>{session.browser ?? words.unknown}</b>
          {session.current ? <Badge kind="good">{words.current}</Badge> : null}
        </>
      )
    },
    { name: words.from, cell: (session) => session.address ?? text.none },
    { name: words.signedIn, cell: (session) => <Time at={session.created_at} /> },
    { name: words.lastUsed, cell: (session) => <Time at={session.last_used_at} /> },
    {
      name: text.keys.actions,
      cell: (session) =>
        ender(words.end, words.endOne(session.browser ?? words.unknown), () =>
          setEnding({
            title: words.endTitle,
            explanation: words.endText,
            label: words.end,
            said: words.ended,
            path: `/api/v2/me/sessions/${session.session_id}`,
            reload: () => void sessions.reload()
          })
        )
    }
  ]

  return (
    <>
      <Head title={text.views["access"] ?? ""} lead={words.lead} />
      <section>
        <h2>{words.sessions}</h2>
        <p class="quiet">{words.sessionsHint}</p>
        <Failure error={sessions.failure} />
        {sessions.data === null ? null : (
          <Table
            label={words.sessions}
            columns={sessionColumns}
            rows={sessions.data.items}
            keyOf={({ session_id }) => session_id}
          />
        )}
      </section>
      <section>
        <h2>{words.devices}</h2>
        <p class="quiet">{words.devicesHint}</p>
        {account.devices.length === 0 ? (
          <Empty>{words.noDevices}</Empty>
        ) : (
          <Table
            label={words.devices}
            columns={deviceColumns}
            rows={account.devices}
            keyOf={({ device_id }) => device_id}
          />
        )}
      </section>
      {hasConnections ? (
        <section>
          <h2>{words.connections}</h2>
          <p class="quiet">{words.connectionsHint}</p>
          <Failure error={connections.failure} />
          {connections.data === null ? null : connections.data.items.length === 0 ? (
            <Empty>{words.noConnections}</Empty>
          ) : (
            <Table
              label={words.connections}
              columns={connectionColumns}
              rows={connections.data.items}
              keyOf={({ connection_id }) => connection_id}
            />
          )}
        </section>
      ) : null}
      {ending === null ? null : (
        <Confirm
          title={ending.title}
          explanation={ending.explanation}
          label={ending.label}
          close={() => setEnding(null)}
          act={async () => {
            await remove(ending.path)
            say(ending.said)
            ending.reload()
          }}
        />
      )}
    </>
  )
}
