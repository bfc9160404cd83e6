/** One socket on one notification channel: live notifications, after a snapshot or after those that were missed. */
import type { Audience, Notification } from '../../engine/engine.ts'
import { channelList, rowsOf, type ChannelList, type Wants } from '../../calls/channel.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import { socketLimits } from './limits.ts'
import { notificationText, snapshotText } from './notification.ts'
import { latersOf, leftFor, leftOfPart, positionIn, whole, type Among, type Later, type Position } from './position.ts'

/** The frame of one notification, shared by all readers of the same text. Usually the previous reader's frame fits. */
export class NotificationFrames {
  readonly notification: Notification
  readonly #later: Later
  readonly #among: Among
  /** One shared object for all its readers, so that their frames can be compared by identity. */
  readonly #alone: Position
  readonly #frames = new Map<string, Buffer>()
  #spelling: string | undefined
  #left: number | undefined
  #previous: Position | undefined
  #frame: Buffer = Buffer.alloc(0)

  /** `among` contains the same notification as published. */
  constructor(notification: Notification, later: Later, among: Among) {
    this.notification = notification
    this.#later = later
    this.#among = among
    this.#alone = whole(notification.seq)
  }

  positionFor(audiences: readonly Audience[], wants: Wants | undefined): Position {
    if (this.#later.size === 0) return this.#alone
    const left = wants === undefined ? leftFor(this.#later, audiences) : leftOfPart(this.#among, audiences, wants)
    return positionIn(this.notification.seq, left)
  }

  frame(spelling: string, position: Position, previous: Position | undefined): Buffer {
    if (spelling === this.#spelling && position.left === this.#left && isSame(previous, this.#previous)) return this.#frame
    const key = `${spelling} ${position.left} ${previous?.seq ?? ''} ${previous?.left ?? ''}`
    let frame = this.#frames.get(key)
    if (frame === undefined) this.#frames.set(key, (frame = textFrame(notificationText(spelling, this.notification, position, previous))))
    this.#spelling = spelling
    this.#left = position.left
    this.#previous = previous
    this.#frame = frame
    return frame
  }
}

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one === other || (one?.seq === other?.seq && one?.left === other?.left)

export class NotificationSubscription {
  readonly connection: Connection
  /** The channel name as subscribed. */
  readonly spelling: string
  /** The audiences at the start. A caller whose audiences change is disconnected. */
  readonly audiences: readonly Audience[]
  /** Undefined if it takes everything on its channel. */
  readonly #wants: Wants | undefined
  /** The last position sent, for each group. */
  readonly #last = new Map<number, Position>()
  /** Notifications that arrive while the list is being read; undefined once live. */
  #held: NotificationFrames[] | undefined

  constructor(connection: Connection, spelling: string, audiences: readonly Audience[], wants?: Wants) {
    this.connection = connection
    this.spelling = spelling
    this.audiences = audiences
    this.#wants = wants
  }

  receive(frames: NotificationFrames): void {
    if (this.#wants?.(frames.notification.data) === false) return
    if (this.#held === undefined) this.#send(frames)
    else if (this.#held.length < socketLimits.heldDuringSnapshot) this.#held.push(frames)
    else this.connection.close('ConsumerTooSlow')
  }

  /** From here on notifications are held, until `begin`, `becomeWhole` or `resume`. */
  hold(): void {
    this.#held = []
  }

  /** Sends the held notifications, and from then on new ones directly. */
  begin(): void {
    this.#release(new Map())
  }

  /**
   * The list is at least as new as the decisions of `positions`: it contains what they published, and later ones follow. `published` is what had been
   * published to its reader.
   */
  becomeWhole(list: ChannelList, positions: ReadonlyMap<number, number>, published: ReadonlyMap<number, number>): void {
    this.connection.send(textFrame(snapshotText(this.spelling, this.#partOf(list), published)))
    for (const [group, seq] of published) this.#last.set(group, whole(seq))
    this.#release(positions)
  }

  /** Sends the missed notifications, group by group, then those that arrived in the meantime. */
  resume(missed: readonly Notification[], from: ReadonlyMap<number, number>, positions: ReadonlyMap<number, number>): void {
    for (const [group, seq] of from) this.#last.set(group, whole(seq))
    const laters = latersOf(missed)
    for (const [place, notification] of missed.entries())
      if (this.#wants?.(notification.data) !== false)
        this.#send(new NotificationFrames(notification, laters[place]!, { notifications: missed, place }))
    const known = new Map(positions)
    for (const { shard, decision } of missed) known.set(shard.group, Math.max(decision, known.get(shard.group) ?? 0))
    this.#release(known)
  }

  #partOf(list: ChannelList): ChannelList {
    const wants = this.#wants
    return wants === undefined ? list : channelList(rowsOf(list).filter(wants), 'cut' in list)
  }

  #release(known: ReadonlyMap<number, number>): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const frames of held) if (frames.notification.decision > (known.get(frames.notification.shard.group) ?? -1)) this.#send(frames)
  }

  #send(frames: NotificationFrames): void {
    const { group } = frames.notification.shard
    const previous = this.#last.get(group)
    const position = frames.positionFor(this.audiences, this.#wants)
    this.#last.set(group, position)
    this.connection.send(frames.frame(this.spelling, position, previous))
  }
}
