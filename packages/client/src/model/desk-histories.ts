/** How past direct requests went, as each desk reads its own: of a taker with its makers, and of a maker with its takers. */
import { directRfqCalls, type MakerHistoriesView, type TakerHistoriesView } from '@parley/contracts'
import { command, type Command } from './command.ts'

/** How a maker answered the reader's requests. */
export type MakerHistory = {
  readonly deskName: string
  readonly asked: number
  /** It showed a quote or dealt. */
  readonly quoted: number
  /** The reader dealt with it. */
  readonly dealt: number
  /** From the request to its first quote; undefined where it showed none. */
  readonly medianResponseMs: number | undefined
}

/** How the requests of a taker to the reader went; anonymous ones count nowhere. */
export type TakerHistory = {
  readonly deskName: string
  readonly asked: number
  /** The reader quoted. */
  readonly quoted: number
  /** The reader dealt with it. */
  readonly dealt: number
  /** Those quoted that traded, with the reader or away. */
  readonly traded: number
  readonly lastDealtAt: number | undefined
}

export const getMakerHistories = (): Command<readonly MakerHistory[]> =>
  command(directRfqCalls.getMakerHistory, {}, ({ results }) => results.map(makerHistoryFrom))

export const getTakerHistories = (): Command<readonly TakerHistory[]> =>
  command(directRfqCalls.getTakerHistory, {}, ({ results }) => results.map(takerHistoryFrom))

const makerHistoryFrom = ({
  desk_name: deskName,
  median_response_ms: medianMs,
  ...counts
}: MakerHistoriesView['results'][number]): MakerHistory => ({ ...counts, deskName, medianResponseMs: medianMs ?? undefined })

const takerHistoryFrom = ({
  desk_name: deskName,
  last_dealt_at: lastDealtAt,
  ...counts
}: TakerHistoriesView['results'][number]): TakerHistory => ({ ...counts, deskName, lastDealtAt: lastDealtAt ?? undefined })
