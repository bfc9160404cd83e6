/** Reads a list to its end. */
import type { Json } from '../protocol/answer.ts'
import type { Bot } from '../protocol/bot.ts'

export async function everything(bot: Bot, path: string): Promise<readonly Json[]> {
  const all: Json[] = []
  for (let cursor: unknown = ''; cursor !== null && all.length < 20_000;) {
    const page = await bot.must(200, 'GET', `${path}?page_size=1000${cursor === '' ? '' : `&cursor=${String(cursor)}`}`)
    all.push(...(page['results'] as readonly Json[]))
    cursor = page['next']
  }
  return all
}
