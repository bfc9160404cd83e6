/** Sockets that listen to one channel of one shard as one reader, and resume after the last note they have heard whenever their server is gone. */
import type { DeskId } from '@parley/core'
import { canonicalJson } from '../../engine/canonical-json.ts'
import type { Audience, Note } from '../../engine/engine.ts'
import type { Journal, NoteRow } from '../../engine/journal.ts'
import { noted } from '../../group-rfq/notes.ts'
import { PROTECTION_CHANNEL } from '../../protection/projector.ts'
import type { ProjectedRow } from '../projector.ts'
import { DESKS } from './desks.ts'
import { SHARDS, type Server } from './server.ts'

export type Follower = {
  readonly group: number
  readonly audience: Audience
  readonly channel: string
  readonly heard: string[]
  lastSeq: number
  server: Server | undefined
  /** Live notes that came before the missed ones were read. */
  early: Note[] | undefined
}

const own = [
  'rfqs',
  'rfq_orders',
  'orders',
  'trades',
  noted.quote,
  noted.quoteStatus,
  ...Object.values(noted.order),
  ...Object.values(noted.trade),
]
const channelsOf = (desk: DeskId) => [...own, PROTECTION_CHANNEL].map((channel) => [`desk:${desk}`, channel] as const)
const shared = ['trade_tape', noted.rfq, noted.quoteBook, noted.tape].map((channel) => ['everybody', channel] as const)
const readers = [...shared, ...DESKS.slice(0, 3).flatMap(channelsOf)]

export const createFollowers = (): readonly Follower[] =>
  SHARDS.flatMap(({ group }) =>
    readers.map(([audience, channel]) => ({ group, audience, channel, heard: [], lastSeq: 0, server: undefined, early: undefined })),
  )

const MOST_NOTES = 1_000_000
/** A database keeps the members of an object in an order of its own. */
const textOf = ({ seq, event }: Pick<Note, 'seq' | 'event'>, data: object): string => `${seq} ${event} ${canonicalJson(data)}`

function hear(follower: Follower, { seq, event, data }: Pick<Note, 'seq' | 'event' | 'data'>): void {
  follower.heard.push(textOf({ seq, event }, data))
  follower.lastSeq = seq
}

/** Listens first and asks for what was missed in the same moment. */
export function follow(followers: readonly Follower[], server: Server, onBroken: (error: unknown) => void): void {
  server.engine.onNotes((notes) => {
    for (const note of notes)
      for (const follower of followers)
        if (
          follower.server === server &&
          follower.group === note.shard.group &&
          follower.audience === note.audience &&
          follower.channel === note.channel
        )
          if (follower.early === undefined) hear(follower, note)
          else follower.early.push(note)
  })
  for (const follower of followers) void resume(follower, server).catch(onBroken)
}

async function resume(follower: Follower, server: Server): Promise<void> {
  const { group, lastSeq, audience, channel } = follower
  follower.server = server
  follower.early = []
  const missed = await server.engine.notesAfter(group, lastSeq, [audience], channel)
  if (follower.server !== server) return
  if (missed === undefined) throw new Error(`${audience} cannot resume ${channel} of ${group} after ${lastSeq}`)
  for (const note of [...missed, ...follower.early]) hear(follower, note)
  follower.early = undefined
}

/** What the follower should have heard by now. */
export async function toldTo({ group, audience, channel }: Follower, journal: Journal<ProjectedRow>): Promise<readonly string[]> {
  const notes = await journal.notesAfter(group, 0, Number.MAX_SAFE_INTEGER, [audience], channel, MOST_NOTES)
  return notes!.map((note) => textOf(note, JSON.parse(note.data) as object))
}

/** All that was ever told, reader by reader. */
export const everyNote = (journal: Journal<ProjectedRow>): Promise<readonly (readonly NoteRow[])[]> =>
  Promise.all(
    SHARDS.flatMap(({ group }) =>
      [...shared, ...DESKS.flatMap(channelsOf)].map(
        async ([audience, channel]) => (await journal.notesAfter(group, 0, Number.MAX_SAFE_INTEGER, [audience], channel, MOST_NOTES))!,
      ),
    ),
  )
