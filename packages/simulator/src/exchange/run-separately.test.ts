import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const programs = ['deribit', 'paradex'] as const

async function run(venue: (typeof programs)[number], ...args: string[]): Promise<{ readonly code: unknown; readonly errors: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${venue}/main.ts`, import.meta.url)), ...args])
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, errors })))
}

describe.each(programs)('a simulated venue that starts separately: %s', (venue) => {
  it('names a port that is in use, in one sentence', async () => {
    const taken = createServer()
    onTestFinished(() => void taken.close())
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    expect(await run(venue, '--port', String(port))).toEqual({
      ...{ code: 1, errors: `Port ${port} is in use; stop what uses it, or choose another with --port ${port + 1}.\n` },
    })
  })

  it.each([
    ['--port', '70000'],
    ['--seed', 'x'],
    ['--speed', '2'],
  ])('refuses %s %s in one sentence', async (...args) => {
    const { code, errors } = await run(venue, ...args)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Use --port with a number up to 65535 and --seed with a whole number: .*\n$/),
    ])
  })
})
