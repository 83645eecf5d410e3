import { Context, type Effect, Schema } from "effect"

export const Announcement = Schema.Struct({ id: Schema.String, kind: Schema.String, url: Schema.String })
export type Announcement = typeof Announcement.Type

/** What operators tell all clients, through `GET /config`. */
export class Announcements extends Context.Service<
  Announcements,
  {
    readonly current: Effect.Effect<Announcement | null>
    /** Replaces the announcement; null ends it. */
    readonly announce: (announcement: Announcement | null) => Effect.Effect<void>
  }
>()("svc/accounts/Announcements") {}
