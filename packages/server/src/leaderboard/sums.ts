/** The rows of the sums to which a trade or a response is added: one for every detail that a filter may need. */
import {
  blockDays,
  blockOf,
  RESPONSE_STEPS,
  responseStep,
  type BlockDays,
  type Cell,
  type DeskId,
  type Response,
  type Volume,
} from '@parley/core'

export type LeaderRole = 'MAKER' | 'TAKER'
/** FIRM distinguishes only the currency, CELL everything except the strategy, STRATEGY only the strategy, ALL both. */
export type Detail = 'FIRM' | 'CELL' | 'STRATEGY' | 'ALL'
const details: readonly Detail[] = ['FIRM', 'CELL', 'STRATEGY', 'ALL']

/** The day on which something counts, and whether the firm was named on that day. */
export type Counted = { readonly desk: DeskId; readonly day: number; readonly isNamed: boolean; readonly cell: Cell }

type Grain = {
  readonly detail: Detail
  readonly days: BlockDays
  readonly at: number
  readonly desk: DeskId
  readonly is_named: boolean
  readonly currency: string
  readonly venue: string
  readonly kind: string
  readonly protocol: string
  readonly strategy: string
}
export type VolumeRow = Grain & {
  readonly role: LeaderRole
  readonly trades: number
  readonly usd: number
  readonly coin: number
  readonly delta_usd: number
  readonly vega_usd: number
}
export type ResponseRow = Grain & {
  readonly asked: number
  readonly quoted: number
  readonly hit: number
  readonly timed: number
  readonly quote_ms: number
  readonly improved_usd: number
  readonly covered_usd: number
  readonly steps: readonly number[]
}

function grainsOf({ desk, day, isNamed, cell }: Counted): readonly Grain[] {
  const { currency, venue, kind, protocol, strategy } = cell
  return details.flatMap((detail) => {
    const hasCell = detail === 'CELL' || detail === 'ALL'
    const hasStrategy = detail === 'STRATEGY' || detail === 'ALL'
    const words = { ...(hasCell ? { venue, kind, protocol } : noCell), strategy: hasStrategy ? strategy : '' }
    return blockDays.map((days) => ({ detail, days, at: blockOf(day, days), desk, is_named: isNamed, currency, ...words }))
  })
}

const noCell = { venue: '', kind: '', protocol: '' } as const

const keyOf = ({ detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy }: Grain): string =>
  [detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy].join(' ')

/** The sums of one batch, each row once. */
export function createSums() {
  const volumes = new Map<string, VolumeRow>()
  const responses = new Map<string, ResponseRow>()
  return {
    addVolume(role: LeaderRole, counted: Counted, { usd, coin, deltaUsd, vegaUsd }: Volume): void {
      for (const grain of grainsOf(counted)) {
        const key = `${role} ${keyOf(grain)}`
        const before = volumes.get(key)
        volumes.set(key, {
          ...{ ...grain, role },
          trades: (before?.trades ?? 0) + 1,
          usd: (before?.usd ?? 0) + usd,
          coin: (before?.coin ?? 0) + coin,
          delta_usd: (before?.delta_usd ?? 0) + deltaUsd,
          vega_usd: (before?.vega_usd ?? 0) + vegaUsd,
        })
      }
    },
    addResponse(counted: Counted, response: Response): void {
      const { firstQuoteMs, hasQuoted, hasDealt, improvedUsd, coveredUsd } = response
      for (const grain of grainsOf(counted)) {
        const key = keyOf(grain)
        const before = responses.get(key)
        const steps = [...(before?.steps ?? noSteps)]
        if (firstQuoteMs !== undefined) steps[responseStep(firstQuoteMs)]! += 1
        responses.set(key, {
          ...grain,
          asked: (before?.asked ?? 0) + 1,
          quoted: (before?.quoted ?? 0) + Number(hasQuoted),
          hit: (before?.hit ?? 0) + Number(hasDealt),
          timed: (before?.timed ?? 0) + Number(firstQuoteMs !== undefined),
          quote_ms: (before?.quote_ms ?? 0) + (firstQuoteMs ?? 0),
          improved_usd: (before?.improved_usd ?? 0) + improvedUsd,
          covered_usd: (before?.covered_usd ?? 0) + coveredUsd,
          steps,
        })
      }
    },
    rows: () => ({ volumes: [...volumes.values()], responses: [...responses.values()] }),
  }
}

const noSteps: readonly number[] = Array.from({ length: RESPONSE_STEPS }, () => 0)
