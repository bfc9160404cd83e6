import { beforeAll, describe, expect, it } from 'vitest'
import { createPlatform } from '../../operations/platform.ts'
import { withTestDatabase } from '../../postgres/test-database.ts'
import { silent } from '../../log.ts'
import { openBook, type Book } from '../book.ts'
import { runCommand } from './operator-command.ts'
import { createOperator, type Operator } from './operator.ts'
import { createDeskService } from '../desk/service.ts'
import { createPost } from '../../mail/post.ts'
import { createVault } from '../vault.ts'

const database = withTestDatabase()
let book: Book
let operator: Operator
beforeAll(async () => {
  book = await openBook(database.sql, silent)
  const vault = createVault(new Uint8Array(32))
  operator = createOperator({
    book,
    desk: createDeskService({ book, vault, post: createPost(vault) }),
    vault,
    platform: createPlatform(),
    now: () => 1,
  })
  return () => book.close()
})

const run = (...args: string[]) => runCommand(operator, book, args)

describe('an operator', () => {
  it('makes firms, desks and people, and what is given twice is made once', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await run('create-desk', '--ticker', 'orry', '--name', 'Orrery', '--firm', 'Orrery Ltd')).toBe('Desk ORRY')
      await run('create-desk', '--ticker', 'KEST', '--name', 'Kestrel', '--firm', 'Kestrel Ltd', '--maker')
      await run(
        'create-user',
        '--email',
        'ada@orrery.example',
        '--first',
        'Ada',
        '--last',
        'Orr',
        '--desk',
        'ORRY',
        '--password',
        'long enough 1',
      )
      await run('approve', '--desk', 'ORRY', '--with', 'KEST')
      await run('add-venue-account', '--desk', 'ORRY', '--venue', 'DBT', '--name', 'main', '--client-id', 'i', '--client-secret', 's')
    }
    expect(await run('create-key', '--desk', 'ORRY', '--name', 'bot')).toBe(await run('create-key', '--desk', 'ORRY', '--name', 'bot'))
    expect(await run('list')).toBe('KEST   Kestrel, Kestrel Ltd, market maker\nORRY   Orrery, Orrery Ltd\n         ada@orrery.example')
    expect(book.accounts.users.size).toBe(1)
    expect([...book.accounts.standings.values()].map(({ approval }) => approval.state)).toEqual(['APPROVED'])
  })

  it.each([
    [['frob'], 'There is no command frob'],
    [['create-desk'], 'create-desk needs --ticker'],
    [['create-desk', '--ticker', 'toolong', '--name', 'x', '--firm', 'y'], 'A ticker has 3 to 6 capitals or digits'],
    [['create-user', '--email', 'x@y.example', '--first', 'a', '--last', 'b', '--desk', 'NONE'], 'There is no desk NONE'],
    [['create-user', '--email', 'xy', '--first', 'a', '--last', 'b', '--desk', 'ORRY'], 'xy is not an email address'],
    [
      ['create-user', '--email', 'x@y.example', '--first', 'a', '--last', 'b', '--desk', 'ORRY', '--password', 'short'],
      'at least 10 characters',
    ],
    [['create-user', '--email', 'x@y.example', '--first', 'a', '--last', 'b', '--desk', 'ORRY', '--role', 'boss'], '--role is one of'],
    [['approve', '--desk', 'ORRY', '--with', 'ORRY'], 'A desk needs no approval of its own'],
    [['list', '--what'], "Unknown option '--what'"],
  ])('is told what is wrong with %j', async (args, words) => {
    await expect(run(...args)).rejects.toThrow(words)
  })

  it('hears of what another process has changed', async () => {
    const other = await openBook(database.sql, silent)
    const heard = new Promise<void>((resolve) => other.onChange(() => resolve()))
    await run('create-firm', '--name', 'Halyard Ltd')
    await heard
    expect([...other.accounts.firms.values()].map(({ name }) => name)).toContain('Halyard Ltd')
    await other.close()
  })
})
