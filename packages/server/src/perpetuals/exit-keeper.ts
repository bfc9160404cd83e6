/** Keeps the exits of desks in step with their positions (rulebook 18.12), even while no screen is open, and after a restart. */
import type { PerpetualAccountChangeView, PerpetualOrderView } from '@parley/contracts'
import {
  exitChanges,
  isWaitingExit,
  parsePrice,
  parseQuantity,
  type DeskId,
  type ExitChange,
  type FollowedOrder,
  type Quantity,
} from '@parley/core'
import type { PerpetualOrder, VenueAnswer } from '@parley/venues'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { AccountWatch } from './account-channel.ts'
import { AMEND, CANCEL, type Audited } from './audited.ts'
import type { DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'

export type ExitKeeper = {
  /** Follows the desk's account as long as it has exits. */
  follow(desk: DeskId): void
  close(): void
}

export type ExitKeeperParts = {
  readonly watch: Pick<AccountWatch, 'join'>
  readonly accountOf: DeskAccounts
  readonly audited: Pick<Audited, 'around' | 'desksWithExits'>
  readonly clock: Clock
  readonly log: Log
}

type Followed = PerpetualOrder & FollowedOrder

/** Begins with the desks that had exits before a restart. */
export function createExitKeeper(parts: ExitKeeperParts): ExitKeeper {
  const followers = new Map<DeskId, Follower>()
  let isClosed = false
  const follow = (desk: DeskId): void => {
    if (isClosed) return
    const known = followers.get(desk)
    if (known === undefined) followers.set(desk, new Follower(desk, parts, () => void followers.delete(desk)))
    else known.expect()
  }
  let callOff = () => {}
  const begin = async (): Promise<void> => {
    try {
      const desks = await parts.audited.desksWithExits()
      desks.forEach(follow)
    } catch (error) {
      if (isClosed) return
      parts.log.error({ error }, 'Could not read which desks have exits at the perpetuals venue; trying again')
      callOff = parts.clock.after(limits.exitsEveryMs, () => void begin())
    }
  }
  void begin()
  return {
    follow,
    close() {
      isClosed = true
      callOff()
      for (const follower of [...followers.values()]) follower.end()
    },
  }
}

class Follower {
  readonly #desk: DeskId
  readonly #parts: ExitKeeperParts
  readonly #onEnd: () => void
  readonly #leave: () => void
  readonly #orders = new Map<string, Followed>()
  readonly #positions = new Map<string, Quantity>()
  /** Markets in which a position was seen. */
  readonly #wereHeld = new Set<string>()
  #isConnected = false
  #isOver = false
  /** Changes that the last check found. A change is made if two checks agree, because a fill and its position arrive separately. */
  #found: ReadonlySet<string> = new Set()
  #expectsUntil: number
  #callOff = () => {}

  constructor(desk: DeskId, parts: ExitKeeperParts, onEnd: () => void) {
    this.#desk = desk
    this.#parts = parts
    this.#onEnd = onEnd
    this.#expectsUntil = parts.clock.now() + limits.exitsExpectedMs
    this.#leave = parts.watch.join(desk, (change) => this.#received(change))
    this.#lookLater()
  }

  /** An exit has been placed and will be reported. */
  expect(): void {
    this.#expectsUntil = this.#parts.clock.now() + limits.exitsExpectedMs
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#callOff()
    this.#leave()
    this.#onEnd()
  }

  #received({ line, is_whole: isWhole, orders, positions }: PerpetualAccountChangeView): void {
    this.#isConnected = line === 'CONNECTED'
    if (isWhole) {
      this.#orders.clear()
      this.#positions.clear()
    }
    for (const view of orders) {
      const order = view.state === 'CLOSED' ? undefined : orderOf(view)
      if (order === undefined) this.#orders.delete(view.id)
      else this.#orders.set(view.id, order)
    }
    for (const { market, quantity: text } of positions) {
      const quantity = parseQuantity(text) ?? (0 as Quantity)
      this.#positions.set(market, quantity)
      if (quantity !== 0) this.#wereHeld.add(market)
    }
  }

  /** An exit that was just placed waits for the order that opens its position. Once the position has existed, the exit ends with it. */
  #isAwaited({ kind, id }: ExitChange): boolean {
    const order = this.#orders.get(id)
    if (kind !== 'CANCEL' || order === undefined || this.#wereHeld.has(order.market)) return false
    return this.#parts.clock.now() - order.createdAt < limits.exitsKeptMs
  }

  /** A market without a position or exits starts from the beginning. */
  #endHeld(): void {
    const withExits = new Set([...this.#orders.values()].filter(isWaitingExit).map(({ market }) => market))
    for (const market of this.#wereHeld)
      if ((this.#positions.get(market) ?? 0) === 0 && !withExits.has(market)) this.#wereHeld.delete(market)
  }

  #lookLater(): void {
    this.#callOff = this.#parts.clock.after(limits.exitsEveryMs, () => void this.#look())
  }

  async #look(): Promise<void> {
    if (this.#isOver) return
    const wanted = this.#isConnected ? exitChanges(this.#orders.values(), (market) => this.#positions.get(market)) : []
    const changes = wanted.filter((change) => !this.#isAwaited(change))
    const agreed = changes.filter((change) => this.#found.has(JSON.stringify(change)))
    this.#found = new Set(changes.map((change) => JSON.stringify(change)))
    for (const change of agreed) await this.#tried(change)
    this.#endHeld()
    const hasExits = [...this.#orders.values()].some(isWaitingExit)
    if (this.#isConnected && !hasExits && this.#parts.clock.now() > this.#expectsUntil) this.end()
    else if (!this.#isOver) this.#lookLater()
  }

  /** A change that fails, for example because the log could not be written, is found again by the next check. */
  async #tried(change: ExitChange): Promise<void> {
    try {
      await this.#make(change)
    } catch (error) {
      this.#parts.log.error({ error, desk: this.#desk, order: change.id }, 'Could not fit an exit to its position; trying again')
    }
  }

  async #make(change: ExitChange): Promise<void> {
    const { accountOf, audited, clock, log } = this.#parts
    const [account, order] = [accountOf(this.#desk), this.#orders.get(change.id)]
    if (account === undefined || order === undefined) return
    const { trading, name } = account
    const row = {
      at: clock.now(),
      desk: this.#desk,
      actor: this.#desk,
      object: change.id,
      detail: { account: name, market: order.market, follows: 'position' },
    }
    const answer: VenueAnswer<unknown> =
      change.kind === 'CANCEL'
        ? await audited.around({ ...row, action: CANCEL }, () => trading.cancel(change.id))
        : await audited.around({ ...row, action: AMEND }, () => trading.amend(order, termsOf(order, change.quantity)))
    if (answer.outcome !== 'DONE')
      log.warn({ desk: this.#desk, order: change.id, reason: answer.message }, 'Could not fit an exit to its position; trying again')
  }
}

const termsOf = ({ price, triggerPrice }: PerpetualOrder, quantity: Quantity) => ({
  quantity,
  ...(price === undefined ? {} : { price }),
  ...(triggerPrice === undefined ? {} : { triggerPrice }),
})

/** Undefined if a figure is finer than the exact numbers allow. */
function orderOf(view: PerpetualOrderView): Followed | undefined {
  const [quantity, remaining] = [parseQuantity(view.quantity), parseQuantity(view.remaining)]
  if (quantity === undefined || remaining === undefined) return undefined
  const priceOf = (text: string | null) => (text === null ? undefined : parsePrice(text))
  return {
    ...{ id: view.id, clientId: view.client_id ?? undefined, market: view.market, side: view.side, kind: view.kind, quantity, remaining },
    ...{ price: priceOf(view.price), triggerPrice: priceOf(view.trigger_price), averagePrice: undefined, instruction: view.instruction },
    ...{ effect: view.effect, state: view.state, reason: view.reason ?? undefined, createdAt: view.created_at, changedAt: view.changed_at },
  }
}
