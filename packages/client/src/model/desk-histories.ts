/** The outcome of past direct RFQs, as each desk sees its own: of a taker with its makers, and of a maker with its takers. */
import { directRfqCalls, type MakerHistoriesView, type TakerHistoriesView } from '@parley/contracts'
import { command, type Command } from './command.ts'

/** How a maker responded to the reader's RFQs. */
export type MakerHistory = {
  readonly deskName: string
  readonly asked: number
  /** It showed a quote or traded. */
  readonly quoted: number
  /** The reader traded with it. */
  readonly dealt: number
  /** From the RFQ to its first quote; undefined if it showed none. */
  readonly medianResponseMs: number | undefined
}

/** The outcome of a taker's RFQs to the reader. Anonymous RFQs are not counted. */
export type TakerHistory = {
  readonly deskName: string
  readonly asked: number
  /** The reader quoted. */
  readonly quoted: number
  /** The reader traded with it. */
  readonly dealt: number
  /** Those quoted that traded, with the reader or with another maker. */
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
