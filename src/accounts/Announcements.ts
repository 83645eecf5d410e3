import { Context, type Effect } from "effect"

export interface Announcement {
  readonly id: string
  readonly kind: string
  readonly url: string
}

/** What operators tell all clients, through `GET /config`. */
export class Announcements extends Context.Service<
  Announcements,
  {
    readonly current: Effect.Effect<Announcement | null>
    /** Replaces the announcement; null ends it. */
    readonly announce: (announcement: Announcement | null) => Effect.Effect<void>
  }
>()("svc/accounts/Announcements") {}
