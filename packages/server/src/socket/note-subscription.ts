/** One socket on one note channel: live notes, after a snapshot or after what was missed. */
import type { Audience, Note } from '../engine/engine.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import { socketLimits } from './limits.ts'
import { noteText, snapshotText } from './notification.ts'
import { latersOf, leftFor, positionIn, whole, type Later, type Position } from './position.ts'

/** The frame of one note, shared by all who get the same text: mostly the neighbour's is the one. */
export class NoteFrames {
  readonly note: Note
  readonly #later: Later
  /** One for all its readers, so that their frames are compared by what it is. */
  readonly #alone: Position
  readonly #frames = new Map<string, Buffer>()
  #spelling: string | undefined
  #left: number | undefined
  #previous: Position | undefined
  #frame: Buffer = Buffer.alloc(0)

  constructor(note: Note, later: Later) {
    this.note = note
    this.#later = later
    this.#alone = whole(note.seq)
  }

  positionFor(audiences: readonly Audience[]): Position {
    return this.#later.size === 0 ? this.#alone : positionIn(this.note.seq, leftFor(this.#later, audiences))
  }

  frame(spelling: string, position: Position, previous: Position | undefined): Buffer {
    if (spelling === this.#spelling && position.left === this.#left && isSame(previous, this.#previous)) return this.#frame
    const key = `${spelling} ${position.left} ${previous?.seq ?? ''} ${previous?.left ?? ''}`
    let frame = this.#frames.get(key)
    if (frame === undefined) this.#frames.set(key, (frame = textFrame(noteText(spelling, this.note, position, previous))))
    this.#spelling = spelling
    this.#left = position.left
    this.#previous = previous
    this.#frame = frame
    return frame
  }
}

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one === other || (one?.seq === other?.seq && one?.left === other?.left)

export class NoteSubscription {
  readonly connection: Connection
  /** The channel as it was subscribed. */
  readonly spelling: string
  readonly #audiences: readonly Audience[]
  /** What was sent last, for each group. */
  readonly #last = new Map<number, Position>()
  /** Notes that come while the list is being read; undefined while live. */
  #held: NoteFrames[] | undefined

  constructor(connection: Connection, spelling: string, audiences: readonly Audience[]) {
    this.connection = connection
    this.spelling = spelling
    this.#audiences = audiences
  }

  hear(frames: NoteFrames): void {
    if (this.#held === undefined) this.#send(frames)
    else if (this.#held.length < socketLimits.notesDuringSnapshot) this.#held.push(frames)
    else this.connection.close('ConsumerTooSlow')
  }

  /** From here on notes are held, until `becomeWhole` or `resume`. */
  hold(): void {
    this.#held = []
  }

  /** The list is at least as new as `positions`: notes up to them are in it, later ones follow. */
  becomeWhole(list: readonly object[], positions: ReadonlyMap<number, number>): void {
    this.connection.send(textFrame(snapshotText(this.spelling, list, positions)))
    for (const [group, seq] of positions) this.#last.set(group, whole(seq))
    this.#release(positions)
  }

  /** What was missed, group by group, then what has come meanwhile. */
  resume(missed: readonly Note[], from: ReadonlyMap<number, number>, positions: ReadonlyMap<number, number>): void {
    for (const [group, seq] of from) this.#last.set(group, whole(seq))
    const laters = latersOf(missed)
    for (const [place, note] of missed.entries()) this.#send(new NoteFrames(note, laters[place]!))
    this.#release(new Map([...positions].map(([group, seq]) => [group, Math.max(seq, this.#last.get(group)?.seq ?? 0)])))
  }

  #release(known: ReadonlyMap<number, number>): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const frames of held) if (frames.note.seq > (known.get(frames.note.shard.group) ?? -1)) this.#send(frames)
  }

  #send(frames: NoteFrames): void {
    const { group } = frames.note.shard
    const previous = this.#last.get(group)
    const position = frames.positionFor(this.#audiences)
    this.#last.set(group, position)
    this.connection.send(frames.frame(this.spelling, position, previous))
  }
}
