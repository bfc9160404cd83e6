/** Orders of a process that has no connection to desks' accounts at the venue: another one, which acts for all of them, sends them (decision 1037). */
import type { DeskId } from '@parley/core'
import type { MarginSetting } from '@parley/venues'
import type { Network, Served } from '../cluster/network.ts'
import { createSoleCalls, serveSoleCalls, type Repetition } from '../cluster/sole-calls.ts'
import type { Subjects } from '../cluster/messages.ts'
import type { Log } from '../log/log.ts'
import type { AccountWatch } from './account-channel.ts'
import type { OrderSender, Trading } from './trading.ts'

const NAME = 'perpetuals'
type MarginSet = { readonly desk: DeskId; readonly setting: MarginSetting }

type TradingRequest = {
  readonly [Name in keyof Trading]: { readonly name: Name; readonly sender: OrderSender; readonly rest: Tail<Parameters<Trading[Name]>> }
}[keyof Trading]
type Tail<All extends readonly unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

export type RemoteParts = { readonly network: Network; readonly subjects: Subjects; readonly log: Log }

export function reachTrading({ network, subjects }: RemoteParts): Trading {
  const call = createSoleCalls({ network, subject: subjects.calls(NAME), name: 'The connection to the perpetuals venue' })
  const ask = (asked: TradingRequest, repetition: Repetition) => call(asked, repetition) as never
  return {
    // Under its key, an order has the same client id, which the venue accepts once.
    place: (sender, ...rest) => ask({ name: 'place', sender, rest }, sender.idempotency === undefined ? 'UNSAFE' : 'SAFE'),
    amend: (sender, ...rest) => ask({ name: 'amend', sender, rest }, 'SAFE'),
    cancel: (sender, ...rest) => ask({ name: 'cancel', sender, rest }, 'SAFE'),
    cancelAll: (sender, ...rest) => ask({ name: 'cancelAll', sender, rest }, 'SAFE'),
    setMargin: (sender, ...rest) => ask({ name: 'setMargin', sender, rest }, 'SAFE'),
  }
}

/** Resolves when orders of other processes arrive. */
export function serveTrading({ network, subjects, log }: RemoteParts, trading: Trading, isOurs: () => boolean): Promise<Served> {
  const execute = (call: object): Promise<unknown> => {
    const { name, sender, rest } = call as TradingRequest
    const act = trading[name] as (sender: OrderSender, ...rest: readonly unknown[]) => Promise<unknown>
    // JSON has no undefined.
    return act(sender, ...rest.map((one) => one ?? undefined))
  }
  return serveSoleCalls({ network, subject: subjects.calls(NAME), isOurs, execute, log })
}

/** The margin that one process sets is shown by all. */
export const publishMargins = ({ network, subjects }: RemoteParts): Pick<AccountWatch, 'marginSet'> => ({
  marginSet: (desk, setting) => network.publish(subjects.news(NAME), JSON.stringify({ desk, setting } satisfies MarginSet)),
})

export const followMargins = ({ network, subjects }: RemoteParts, watch: Pick<AccountWatch, 'marginSet'>): (() => void) =>
  network.subscribe(subjects.news(NAME), (text) => {
    const { desk, setting } = JSON.parse(text) as MarginSet
    watch.marginSet(desk, setting)
  })
