/** An account as the venue shows it. Keys are the venue's field names. */
import type { Holder } from './accounts.ts'
import { averageOf, type Ledger, type Payment, type Position } from './ledger.ts'
import type { Margin } from './margin.ts'
import { formatMoney } from './money.ts'

export type AccountWorld = { readonly ledger: Ledger; readonly margin: Margin; readonly now: () => number }

const text = (figure: number): string => figure.toFixed(8).replace(/\.?0+$/, '')
const QUANTITY_UNITS = 1e6

export function viewAccount(address: string, { margin, ledger, now }: AccountWorld): object {
  const { value, initial, maintenance } = margin.figures(address)
  return {
    account: address,
    account_value: text(value),
    free_collateral: text(value - initial),
    initial_margin_requirement: text(initial),
    maintenance_margin_requirement: text(maintenance),
    margin_cushion: text(value - maintenance),
    total_collateral: formatMoney(ledger.cash(address)),
    settlement_asset: 'USDC',
    status: 'ACTIVE',
    seq_no: now() * 1_000,
    updated_at: now(),
    last_seen_notification: 0,
  }
}

export const viewBalance = (address: string, { ledger, now }: AccountWorld): object => ({
  ...{ token: 'USDC', size: formatMoney(ledger.cash(address)), last_updated_at: now() },
})

export function viewPosition(address: string, position: Position, { margin, ledger, now }: AccountWorld): object {
  const { market, quantity } = position
  const average = averageOf(position)
  const liquidation = margin.liquidationPrice(address, position)
  return {
    id: `${address}-${market}`,
    account: address,
    market,
    status: quantity === 0n ? 'CLOSED' : 'OPEN',
    side: quantity < 0n ? 'SHORT' : 'LONG',
    size: text(Number(quantity) / QUANTITY_UNITS),
    average_entry_price: average,
    average_entry_price_usd: average,
    average_exit_price: '',
    unrealized_pnl: text(margin.unrealized(position)),
    unrealized_funding_pnl: formatMoney(ledger.accruedFunding(position)),
    realized_positional_pnl: formatMoney(position.realized),
    realized_positional_funding_pnl: formatMoney(position.fundingRealized),
    cached_funding_index: formatMoney(position.fundingIndex * 10n ** 6n),
    cost: formatMoney(position.cost),
    cost_usd: formatMoney(position.cost),
    leverage: String(margin.setting(address, market).leverage),
    liquidation_price: liquidation === undefined ? '' : text(liquidation),
    last_fill_id: position.lastFillId,
    seq_no: now() * 1_000,
    last_updated_at: position.changedAt,
  }
}

/** The deposits of an account: the simulation begins with one, and has no other transfers. */
export const viewTransfers = ({ address, balance, depositedAt }: Holder): readonly object[] =>
  balance === 0
    ? []
    : [
        {
          ...{ id: `deposit-${address}`, account: address, kind: 'DEPOSIT', direction: 'IN', status: 'COMPLETED' },
          ...{ amount: text(balance), token: 'USDC', bridge: 'STARKGATE', external_chain: 'ETHEREUM', failure_reason: '' },
          ...{ created_at: depositedAt, last_updated_at: depositedAt },
        },
      ]

export const viewPayment = (address: string, { id, market, amount, index, fillId, at }: Payment): object => ({
  ...{ id, account: address, market, payment: formatMoney(amount), index: formatMoney(index * 10n ** 6n) },
  ...{ fill_id: fillId, created_at: at },
})
