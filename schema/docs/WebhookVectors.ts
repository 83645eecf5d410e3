/** Deliveries signed with known secrets, for authors of receivers. The first secret is the webhook's own. */
export const webhookVectors = [
  {
    name: "a registered webhook",
    secrets: ["whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="],
    delivery_id: "018f3b1e-0000-7000-8000-00000000000a",
    timestamp: 1772366401,
    body: '{"event":"job.ready","delivery_id":"018f3b1e-0000-7000-8000-00000000000a","occurred_at":"2026-03-01T12:00:00.000Z","sequence":1,"job":{"job_id":"018f3b1e-0000-7000-8000-000000000001","status":"ready","pages":12,"truncated":false,"download_url":"/api/v2/jobs/018f3b1e-0000-7000-8000-000000000001/download","external_id":"invoice 7","tags":["grün"],"expires_at":"2026-03-03T12:00:00.000Z","error":null}}',
    headers: {
      "x-svc-timestamp": "1772366401",
      "x-svc-delivery": "018f3b1e-0000-7000-8000-00000000000a",
      "x-svc-signature": "sha256=e0724752535d948338022d2eca41cada04e2d5d6548f30ef2d93fd2c32737d8c",
      "webhook-id": "018f3b1e-0000-7000-8000-00000000000a",
      "webhook-timestamp": "1772366401",
      "webhook-signature": "v1,g0GwOXuTwngpr8ZGkj0Om7Y1UQUvs72S9Dys9Lb5UL4="
    }
  },
  {
    name: "within 24 hours of a rotation",
    secrets: [
      "whsec_IB8eHRwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgE=",
      "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    ],
    delivery_id: "018f3b1e-0000-7000-8000-00000000000a",
    timestamp: 1772366401,
    body: '{"event":"job.ready","delivery_id":"018f3b1e-0000-7000-8000-00000000000a","occurred_at":"2026-03-01T12:00:00.000Z","sequence":1,"job":{"job_id":"018f3b1e-0000-7000-8000-000000000001","status":"ready","pages":12,"truncated":false,"download_url":"/api/v2/jobs/018f3b1e-0000-7000-8000-000000000001/download","external_id":"invoice 7","tags":["grün"],"expires_at":"2026-03-03T12:00:00.000Z","error":null}}',
    headers: {
      "x-svc-timestamp": "1772366401",
      "x-svc-delivery": "018f3b1e-0000-7000-8000-00000000000a",
      "x-svc-signature": "sha256=0fb5af68e6b54a402f0d5382c56d632f8fe063e8ab861dedc546d7149da262ab",
      "webhook-id": "018f3b1e-0000-7000-8000-00000000000a",
      "webhook-timestamp": "1772366401",
      "webhook-signature":
        "v1,uO2FCvbbxmj9cW+wGmRS6474oKBa/CfhmY0qSdN2uUg= v1,g0GwOXuTwngpr8ZGkj0Om7Y1UQUvs72S9Dys9Lb5UL4="
    }
  },
  {
    name: "a callback whose secret the caller chose",
    secrets: ["correct horse battery staple"],
    delivery_id: "018f3b1e-0000-7000-8000-00000000000a",
    timestamp: 1772366401,
    body: '{"event":"job.ready","delivery_id":"018f3b1e-0000-7000-8000-00000000000a","occurred_at":"2026-03-01T12:00:00.000Z","sequence":1,"job":{"job_id":"018f3b1e-0000-7000-8000-000000000001","status":"ready","pages":12,"truncated":false,"download_url":"/api/v2/jobs/018f3b1e-0000-7000-8000-000000000001/download","external_id":"invoice 7","tags":["grün"],"expires_at":"2026-03-03T12:00:00.000Z","error":null}}',
    headers: {
      "x-svc-timestamp": "1772366401",
      "x-svc-delivery": "018f3b1e-0000-7000-8000-00000000000a",
      "x-svc-signature": "sha256=77e9146b990440c851e40ef6575cc4bea46534def842c188144dc3f300708474",
      "webhook-id": "018f3b1e-0000-7000-8000-00000000000a",
      "webhook-timestamp": "1772366401",
      "webhook-signature": "v1,mRQzLQDNRazkYFmMWaGO5A+ufP69i62tp9bItGsQXbc="
    }
  }
] as const
