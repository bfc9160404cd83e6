/** Matches blocks: each party posts its own side under one label, and the two trade if the second matches the first. A label trades at most once. */
import { openLineFile } from '../exchange/line-file.ts'
import { allows, type Accounts, type User } from './accounts.ts'
import { checkLegs, isOpposite, isSameSide, readSide, type PostedSide, type Role } from './block-terms.ts'
import { SIDE_LIFE_MS } from './limits.ts'
import type { Market } from './market.ts'
import { CODES, VenueRefusal, type Params } from './refusal.ts'

export type FilledBlock = {
  readonly label: string
  readonly number: number
  readonly at: number
  readonly maker: PostedSide
  readonly taker: PostedSide
  /** By instrument, at the time of the trade. */
  readonly indices: Readonly<Record<string, number>>
}

type Line = { readonly kind: 'posted'; readonly side: PostedSide } | { readonly kind: 'filled'; readonly block: FilledBlock }

export type SideRecord = {
  readonly side: PostedSide
  readonly status: 'pending' | 'filled' | 'cancelled'
  readonly block: FilledBlock | undefined
}

export interface BlockService {
  post(user: User, params: Params): { readonly label: string; readonly status: string }
  /** Every side ever posted, oldest first. */
  sides(): readonly SideRecord[]
  filled(): readonly FilledBlock[]
  close(): void
}

export type BlockServiceOptions = {
  readonly market: Market
  readonly accounts: Accounts
  readonly now: () => number
  readonly dataDir: string | undefined
  /** Whether the account of the side has enough margin. */
  bears(side: PostedSide, indices: FilledBlock['indices']): boolean
  onFilled(block: FilledBlock): void
}

export function createBlockService({ market, accounts, now, dataDir, bears, onFilled }: BlockServiceOptions): BlockService {
  const file = openLineFile<Line>(dataDir, 'bitcom-blocks.jsonl')
  const posted = new Map<string, PostedSide>()
  const filled = new Map<string, FilledBlock>()
  const take = (line: Line): void => {
    if (line.kind === 'posted') return void posted.set(nameOf(line.side), line.side)
    filled.set(line.block.label, line.block)
    onFilled(line.block)
  }
  const keep = (line: Line): void => {
    file.append(line)
    take(line)
  }
  file.lines.forEach(take)

  const statusOf = (side: PostedSide): SideRecord['status'] =>
    filled.has(side.label) ? 'filled' : now() - side.postedAt > SIDE_LIFE_MS ? 'cancelled' : 'pending'

  const match = (side: PostedSide, other: PostedSide): void => {
    if (!isOpposite(side, other)) throw new VenueRefusal(CODES.mismatch, 'block trade does not match the order of the counterparty')
    const [maker, taker] = side.role === 'maker' ? [side, other] : [other, side]
    const indices = Object.fromEntries(side.legs.map((leg) => [leg.instrument, market.value(market.instrument(leg.instrument)!).index]))
    for (const party of [maker, taker])
      if (!bears(party, indices)) throw new VenueRefusal(CODES.margin, `margin of the ${party.role} is not enough`)
    keep({ kind: 'posted', side })
    keep({ kind: 'filled', block: { label: side.label, number: filled.size + 1, at: now(), maker, taker, indices } })
  }

  return {
    post: (user, params) => {
      if (!allows(user, 'block_trade')) throw new VenueRefusal(CODES.permission, 'no permission for block trades')
      const side = readSide(params, user, now())
      const earlier = posted.get(nameOf(side))
      if (earlier !== undefined && statusOf(earlier) !== 'cancelled') {
        if (earlier.userId !== side.userId || !isSameSide(earlier, side)) throw new VenueRefusal(CODES.label, 'label already exists')
        return { label: side.label, status: statusOf(earlier) }
      }
      if (side.counterparty === user.userId || accounts.named(side.counterparty) === undefined)
        throw new VenueRefusal(CODES.counterparty, 'counterparty is invalid')
      checkLegs(side.legs, market)
      const other = posted.get(`${side.label} ${side.role === 'maker' ? 'taker' : 'maker'}`)
      if (other === undefined || statusOf(other) !== 'pending') keep({ kind: 'posted', side })
      else match(side, other)
      return { label: side.label, status: statusOf(side) }
    },
    sides: () => [...posted.values()].map((side) => ({ side, status: statusOf(side), block: filled.get(side.label) })),
    filled: () => [...filled.values()],
    close: file.close,
  }
}

const nameOf = ({ label, role }: { readonly label: string; readonly role: Role }): string => `${label} ${role}`
