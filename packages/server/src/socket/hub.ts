/** Channels by name, and who listens to them. */
import type { Engine, Note } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import type { Channel, NoteChannel, StreamChannel } from './channel.ts'
import { NoteFrames, type NoteSubscription } from './note-subscription.ts'
import { latersOf } from './position.ts'
import { StreamFrames } from './stream-subscription.ts'

export type NoteSource = Pick<Engine<never, never>, 'onNotes' | 'notesAfter' | 'positions'>

export type Found =
  | { readonly kind: 'notes'; readonly channel: NoteChannel }
  | { readonly kind: 'stream'; readonly channel: StreamChannel; readonly params: Readonly<Record<string, string>> }

export const audiencesOf = ({ desk, user }: Caller): readonly [`desk:${string}`, `user:${string}`, 'everybody'] => [
  `desk:${desk}`,
  `user:${user}`,
  'everybody',
]

export class Hub {
  readonly source: NoteSource
  readonly streamFrames = new StreamFrames()
  readonly #notes = new Map<string, NoteChannel>()
  readonly #streams: readonly { readonly pattern: RegExp; readonly channel: StreamChannel }[]
  /** By what notes are called. */
  readonly #whenTold: ReadonlyMap<string, NonNullable<NoteChannel['whenTold']>>
  /** By channel and audience. */
  readonly #listeners = new Map<string, Set<NoteSubscription>>()
  readonly #stop: () => void

  constructor(channels: readonly Channel[], source: NoteSource) {
    this.source = source
    for (const channel of channels)
      if (channel.kind === 'notes') for (const name of [channel.name, ...channel.also]) this.#notes.set(name, channel)
    this.#streams = channels.flatMap((channel) => (channel.kind === 'stream' ? [{ pattern: patternOf(channel.pattern), channel }] : []))
    this.#whenTold = new Map(
      channels.flatMap((channel) => (channel.kind === 'notes' && channel.whenTold ? [[notesOf(channel), channel.whenTold]] : [])),
    )
    this.#stop = source.onNotes((notes) => this.#tell(notes))
  }

  find(spelling: string): Found | undefined {
    const channel = this.#notes.get(spelling)
    if (channel !== undefined) return { kind: 'notes', channel }
    for (const { pattern, channel } of this.#streams) {
      const match = pattern.exec(spelling)
      if (match !== null) return { kind: 'stream', channel, params: { ...match.groups } }
    }
    return undefined
  }

  listen(channel: NoteChannel, subscription: NoteSubscription): void {
    for (const audience of audiencesOf(subscription.connection.caller)) {
      const key = keyOf(notesOf(channel), audience)
      const listeners = this.#listeners.get(key) ?? new Set()
      this.#listeners.set(key, listeners.add(subscription))
    }
  }

  leave(channel: NoteChannel, subscription: NoteSubscription): void {
    for (const audience of audiencesOf(subscription.connection.caller)) {
      const key = keyOf(notesOf(channel), audience)
      const listeners = this.#listeners.get(key)
      listeners?.delete(subscription)
      if (listeners?.size === 0) this.#listeners.delete(key)
    }
  }

  close(): void {
    this.#stop()
  }

  /** Notes after a number, as they are told; undefined where they are no longer kept. */
  async notesAfter(group: number, seq: number, caller: Caller, channel: NoteChannel): Promise<readonly Note[] | undefined> {
    const notes = await this.source.notesAfter(group, seq, audiencesOf(caller), notesOf(channel))
    return notes?.map((note) => this.#asTold(note))
  }

  #asTold(note: Note): Note {
    const whenTold = this.#whenTold.get(note.channel)
    if (whenTold === undefined) return note
    const { data, text: _, ...rest } = note
    return { ...rest, data: whenTold(data) }
  }

  #tell(notes: readonly Note[]): void {
    const laters = latersOf(notes)
    for (const [place, note] of notes.entries()) {
      const listeners = this.#listeners.get(keyOf(note.channel, note.audience))
      if (listeners === undefined) continue
      const frames = new NoteFrames(this.#asTold(note), laters[place]!)
      for (const listener of listeners) listener.hear(frames)
    }
  }
}

export const notesOf = ({ name, notes }: NoteChannel): string => notes ?? name

const keyOf = (channel: string, audience: string): string => `${channel} ${audience}`

/** `bbo.{rfq_id}` reads one part between dots for each name. */
const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `(?<${name}>[^.]{1,64})`)}$`)
