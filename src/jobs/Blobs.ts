import { Context, Data, Effect, type Option, type Scope, type Stream } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import { BlobKey } from "../../schema/Ids.ts"

/** The store cannot be reached, or has no room. */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{ readonly cause: unknown }> {}

/** The disk has no room, or takes nothing: that says nothing of what was to be written to it. */
export const isOfDisk = (defect: unknown) =>
  defect instanceof Error && "code" in defect && ["ENOSPC", "EDQUOT", "EROFS", "EIO"].includes(String(defect.code))

export class Blobs extends Context.Service<
  Blobs,
  {
    /**
     * Streams bytes into the store under a new key. When the stream fails or is interrupted nothing is kept.
     * A key that has been returned is durable.
     */
    readonly write: <E, R>(
      key: BlobKey,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<{ readonly size: number }, E | StoreUnavailable, R>

    /** The bytes under a key from `offset`; none when there is no such blob. */
    readonly read: (
      key: BlobKey,
      options?: { readonly offset?: number; readonly length?: number }
    ) => Effect.Effect<
      Option.Option<{ readonly size: number; readonly bytes: Stream.Stream<Uint8Array, StoreUnavailable> }>,
      StoreUnavailable
    >

    /** The blob as a local file for as long as the scope lives; none when there is no such blob. */
    readonly file: (key: BlobKey) => Effect.Effect<Option.Option<string>, StoreUnavailable, Scope.Scope>

    /** Removes blobs. Keys that are not there are no error. */
    readonly remove: (keys: ReadonlyArray<BlobKey>) => Effect.Effect<void, StoreUnavailable>

    /** Every key in the store, oldest first where the store can tell. */
    readonly keys: Stream.Stream<BlobKey, StoreUnavailable>

    /** Removes what writers and readers that died have left of their own, and nothing that a live one works on. */
    readonly tidy: Effect.Effect<void, StoreUnavailable>

    /** Whether the store can be written to right now. */
    readonly ready: Effect.Effect<boolean>
  }
>()("svc/jobs/Blobs") {}

/**
 * The key of a new blob. A directory sorts blobs into folders by the last four digits of their keys, and the first blob of
 * a folder costs the time to make it: two of the digits are always zero, so that there are 256 folders and not 65,536.
 */
export const newKey = (random: SecureRandom["Service"]): Effect.Effect<BlobKey> =>
  Effect.map(random.uuidV7(), (id) => BlobKey.make(`${id.slice(0, -4)}00${id.slice(-2)}`))
