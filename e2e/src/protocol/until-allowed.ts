/** A client that receives 429 waits for the time in the response, and asks again. */
import type { Answer, Json } from './answer.ts'

/** The part of a bot that is needed here. */
type Sender = { send(method: string, path: string, body: unknown): Promise<Answer> }

const TRIES = 40
const LONGEST_S = 5

/** The first response with another status, or the last one. */
export async function askUntilAllowed(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask()
  for (let tries = 1; answer.status === 429 && tries < TRIES; tries += 1) {
    const seconds = Math.min(Number(answer.headers.get('retry-after') ?? 1), LONGEST_S)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    answer = await ask()
  }
  return answer
}

/** Fails unless something was created. */
export async function untilAllowed(bot: Sender, method: string, path: string, body: unknown): Promise<Json> {
  const { status, text, json } = await askUntilAllowed(() => bot.send(method, path, body))
  if (status !== 201) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json
}
