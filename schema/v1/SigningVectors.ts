/** Requests signed by a known key, for authors of clients: sign the same and compare the signing strings. */
export const signingVectors = {
  private_key: {
    kty: "EC",
    x: "xlc1Jbf8bo3V0XohXQ96x40-__IFTshypZeQK0HsvGU",
    y: "nQ1aStg3Mz11Rr9H6Vgzq4VaBrfQUZyUH_s6PfkNE48",
    crv: "P-256",
    d: "xXX-oB4mi4CHWG14gm-jmpsG4AD4VDdsR4MgAEcxucE"
  },
  thumbprint: "wb9KuVznkf8z3BG8el3D2_FUvMlE7mLZIqw0DocfXl8",
  requests: [
    {
      name: "a read without a body",
      method: "GET",
      path: "/jobs",
      body: "",
      timestamp: "1772366400",
      nonce: "n0nce-0000000001",
      body_sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      signing_string:
        "SVC1-ES256\nGET\n/jobs\n1772366400\nn0nce-0000000001\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      signature: "dGrAJdUrqhvIRJ3ESAOM0wxFcrXV3qLRUmNjY_yKct5MrQ2XVpDoL2HGt4sJko6nERaX3mibGVkpFtciAiJB2A"
    },
    {
      name: "a path with a query, exactly as sent",
      method: "GET",
      path: "/jobs/018f3b1e-0000-7000-8000-000000000000?wait=30&x=%C3%A9",
      body: "",
      timestamp: "1772366401",
      nonce: "n0nce-0000000002",
      body_sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      signing_string:
        "SVC1-ES256\nGET\n/jobs/018f3b1e-0000-7000-8000-000000000000?wait=30&x=%C3%A9\n1772366401\nn0nce-0000000002\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      signature: "kgAytlBwsagSO-_IHzqTI8mvrdNSP3hiRu8uNNedKf1EgcDovCUO_j4pUyKt0M2TOQ6x5LnlE5fLcALbq2D7dQ"
    },
    {
      name: "a JSON body",
      method: "PUT",
      path: "/settings",
      body: '{"tables":"html"}',
      timestamp: "1772366402",
      nonce: "n0nce_0000000003",
      body_sha256: "e05c8b46979d7f6b7bbb92f3fabe86ca5473a9f2455c5aa06545182545f1ea12",
      signing_string:
        "SVC1-ES256\nPUT\n/settings\n1772366402\nn0nce_0000000003\ne05c8b46979d7f6b7bbb92f3fabe86ca5473a9f2455c5aa06545182545f1ea12",
      signature: "KrGha7K5lBFiHytHJT10Q3SL5KwAKo4RVWPfIWsfXZwujlO_N1xhHQofineIbvhy4KSz88PAfypvmYhgdYDjTQ"
    }
  ]
} as const
