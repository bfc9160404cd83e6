import type { Address, Chain } from '@parley/chain'
import type { DeskId } from '@parley/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacedChain } from './paced-chain.ts'

const [AMBR, LIND] = ['AMBR', 'LIND'] as DeskId[] as [DeskId, DeskId]
const wallet = (n: number): Address => `0x${String(n).padStart(40, '0')}`
const TOKEN = wallet(1)

describe('19.6 calls of the chain node', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  /** A chain that counts what it is asked. */
  function open() {
    const asked: string[] = []
    let block = 1n
    const balance = (_token: Address, owner: Address) => {
      asked.push(owner)
      return Promise.resolve({ outcome: 'DONE', value: 5n } as const)
    }
    const chain = { chainId: 1n, swap: TOKEN, balance } as unknown as Chain
    const node = createPacedChain({ chain, now: Date.now, newestBlock: () => block })
    return { node, asked, mine: () => void (block += 1n) }
  }
  const times = (count: number) => Array.from({ length: count }, (_, at) => wallet(at))
  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('a reading is made once for each block, and again for a command', async () => {
    const { node, asked, mine } = open()
    const read = () => node.ofReader(AMBR).balance(TOKEN, wallet(2))
    await Promise.all([read(), read()])
    await read()
    expect(asked).toHaveLength(1)
    await node.ofCommand(AMBR).balance(TOKEN, wallet(2))
    expect(asked).toHaveLength(2)
    mine()
    expect(await read()).toEqual({ outcome: 'DONE', value: 5n })
    expect(asked).toHaveLength(3)
  })

  it('reads beyond the pace are refused, commands of the desk go first', async () => {
    const { node } = open()
    const outcomes: string[] = []
    for (const owner of times(200))
      void node
        .ofReader(AMBR)
        .balance(TOKEN, owner)
        .then(({ outcome }) => outcomes.push(outcome))
    await settled()
    const refused = outcomes.filter((outcome) => outcome === 'UNREACHABLE')
    expect([outcomes.length - refused.length, refused.length]).toEqual([15, 175])
    let isRead = false
    void node
      .ofCommand(AMBR)
      .balance(TOKEN, wallet(300))
      .then(() => (isRead = true))
    await settled()
    expect(isRead).toBe(true)
  })

  it('19.8 a desk does not wait for another one, whether that reads or bids, and a settlement for none', async () => {
    const { node, asked } = open()
    for (const owner of times(200)) {
      void node.ofReader(LIND).balance(TOKEN, owner)
      void node.ofCommand(LIND).balance(TOKEN, owner)
    }
    await settled()
    asked.splice(0)
    const [mine, own] = [wallet(501), wallet(502)]
    void node.ofReader(AMBR).balance(TOKEN, mine)
    void node.ofCommand(AMBR).balance(TOKEN, own)
    void node.common.balance(TOKEN, wallet(503))
    await settled()
    expect(asked.toSorted()).toEqual([mine, own, wallet(503)])
  })
})
