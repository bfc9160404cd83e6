/** Messages of auctions between processes: unreadable on their way, and lost if they are not of this installation. */
import { expect, it } from 'vitest'
import { createMemoryNetwork } from '../../test/cluster/lossy-network.ts'
import { sealedNetwork } from './sealed-network.ts'

/** A seal that is easily broken, and is bound to its key and its subject as the real one is. */
const sealingOf = (key: string) => ({
  seal: (plain: string, about: string) => `${key}|${about}|${[...plain].toReversed().join('')}`,
  open(sealed: string, about: string) {
    const [by, to, text] = sealed.split('|')
    if (by !== key || to !== about) throw new Error('this cannot be opened')
    return [...text!].toReversed().join('')
  },
})

it('delivers what was sealed for the subject, and passes over what was not', async () => {
  const network = createMemoryNetwork()
  const [ours, theirs] = [sealedNetwork(network, sealingOf('ours')), sealedNetwork(network, sealingOf('theirs'))]
  const [received, intercepted]: [string[], string[]] = [[], []]
  ours.subscribe('bids', (text) => received.push(text))
  network.subscribe('bids', (text) => intercepted.push(text))
  theirs.publish('bids', 'another installation')
  network.publish('bids', sealingOf('ours').seal('moved', 'asks'))
  network.publish('bids', 'not sealed')
  ours.publish('bids', 'a bid')
  await expect.poll(() => received).toEqual(['a bid'])
  expect(intercepted).toHaveLength(4)
  expect(intercepted.join()).not.toContain('a bid')
})

it('asks and answers sealed', async () => {
  const network = createMemoryNetwork()
  const [ours, theirs] = [sealedNetwork(network, sealingOf('ours')), sealedNetwork(network, sealingOf('theirs'))]
  await ours.serve('auctions', async (text) => `known: ${text}`)
  expect(await ours.request('auctions', 'number 7', 1_000)).toBe('known: number 7')
  await expect(theirs.request('auctions', 'number 7', 1_000)).rejects.toThrow()
  const arrived: string[] = []
  await network.serve('bids', async (text) => (arrived.push(text), sealingOf('ours').seal('taken', 'bids')))
  expect(await ours.request('bids', 'number 8', 1_000)).toBe('taken')
  expect(arrived).toHaveLength(1)
  expect(arrived[0]).not.toContain('number 8')
})
