import { expect, it } from 'vitest'
import { findCommands } from './commands.ts'

const run = () => undefined
const commands = [
  { id: '1', title: 'Show BTC only', run },
  { id: '2', title: 'BTC 250 × CSpd', hint: 'r_4K2M', run },
  { id: '3', title: 'Settings', run },
  { id: '4', title: 'Logout', alsoCalled: 'sign out', run },
]

it('the palette finds commands by any of their words, those that begin with the text first', () => {
  expect(findCommands(commands, 'btc', 9).map(({ id }) => id)).toEqual(['2', '1'])
  expect(findCommands(commands, 'r_4k', 9).map(({ id }) => id)).toEqual(['2'])
  expect(findCommands(commands, 'sign out', 9).map(({ id }) => id)).toEqual(['4'])
  expect(findCommands(commands, '', 2)).toHaveLength(2)
})
