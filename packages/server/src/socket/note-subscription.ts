/** One socket on one note channel: live notes, after a snapshot or after what was missed. */
import type { Note } from '../engine/engine.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frame.ts'
import { socketLimits } from './limits.ts'
import { noteText, snapshotText } from './notification.ts'

/** The frame of one note, shared by all who get the same text: mostly the neighbour's is the one. */
export class NoteFrames {
  readonly note: Note
  /** What a reader who has this one may say that it has. */
  readonly number: number
  readonly #frames = new Map<string, Buffer>()
  #spelling: string | undefined
  #previous: number | undefined
  #frame: Buffer = Buffer.alloc(0)

  constructor(note: Note, number: number) {
    this.note = note
    this.number = number
  }

  frame(spelling: string, previous: number | undefined): Buffer {
    if (spelling === this.#spelling && previous === this.#previous) return this.#frame
    const key = `${spelling} ${previous ?? ''}`
    let frame = this.#frames.get(key)
    if (frame === undefined) this.#frames.set(key, (frame = textFrame(noteText(spelling, { ...this.note, seq: this.number }, previous))))
    this.#spelling = spelling
    this.#previous = previous
    this.#frame = frame
    return frame
  }
}

/**
 * The number of each note. One decision may tell a reader several things on a channel; only the last of them carries the decision's
 * own number, those before it the number below: a socket that dies between them resumes before the decision, not after it.
 */
export function numbersOf(notes: readonly Note[]): readonly number[] {
  const numbers = notes.map(({ seq }) => seq)
  if (numbers.length < 2) return numbers
  const later = new Set<string>()
  for (let place = notes.length - 1; place >= 0; place--) {
    const { seq, shard, channel, audience } = notes[place]!
    const next = notes[place + 1]
    if (next?.seq !== seq || next.shard.group !== shard.group) later.clear()
    const reader = `${channel} ${audience}`
    if (later.has(reader)) numbers[place] = seq - 1
    later.add(reader)
  }
  return numbers
}

export class NoteSubscription {
  readonly connection: Connection
  /** The channel as it was subscribed. */
  readonly spelling: string
  /** The last number that was sent, for each group. */
  readonly #last = new Map<number, number>()
  /** Notes that come while the list is being read; undefined while live. */
  #held: NoteFrames[] | undefined
  #asides: (() => void)[] = []

  constructor(connection: Connection, spelling: string) {
    this.connection = connection
    this.spelling = spelling
  }

  hear(frames: NoteFrames): void {
    if (this.#held === undefined) this.#send(frames)
    else if (this.#held.length < socketLimits.notesDuringSnapshot) this.#held.push(frames)
    else this.connection.close('ConsumerTooSlow')
  }

  /** Under the last number that was sent, so that nothing seems to be missing before or after it; not while the list is being read. */
  hearAside(data: object, [group, seq]: readonly [number, number]): void {
    if (this.#held !== undefined) {
      if (this.#asides.length < socketLimits.notesDuringSnapshot) this.#asides.push(() => this.hearAside(data, [group, seq]))
      return
    }
    const last = this.#last.get(group)
    const note = { data, event: 'REMOVED', shard: { group }, seq: last ?? seq } as const
    this.connection.send(textFrame(noteText(this.spelling, note, last)))
  }

  /** From here on notes are held, until `becomeWhole` or `resume`. */
  hold(): void {
    this.#held = []
  }

  /** The list is at least as new as `positions`: notes up to them are in it, later ones follow. */
  becomeWhole(list: readonly object[], positions: ReadonlyMap<number, number>): void {
    this.connection.send(textFrame(snapshotText(this.spelling, list, positions)))
    this.#release(positions)
  }

  /** What was missed, group by group, then what has come meanwhile. */
  resume(missed: readonly Note[], from: ReadonlyMap<number, number>, positions: ReadonlyMap<number, number>): void {
    for (const [group, seq] of from) this.#last.set(group, seq)
    const numbers = numbersOf(missed)
    for (const [place, note] of missed.entries()) this.#send(new NoteFrames(note, numbers[place]!))
    const sent = new Map([...positions].map(([group, seq]) => [group, Math.max(seq, this.#last.get(group) ?? 0)]))
    this.#release(sent, this.#last)
  }

  #release(known: ReadonlyMap<number, number>, last: ReadonlyMap<number, number> = known): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const [group, seq] of last) this.#last.set(group, seq)
    for (const frames of held) if (frames.note.seq > (known.get(frames.note.shard.group) ?? -1)) this.#send(frames)
    for (const say of this.#asides.splice(0)) say()
  }

  #send(frames: NoteFrames): void {
    const { group } = frames.note.shard
    const previous = this.#last.get(group)
    this.#last.set(group, frames.number)
    this.connection.send(frames.frame(this.spelling, previous))
  }
}
