/** `npm run serve` as a process: its output before it opens anything. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SERVE = fileURLToPath(new URL('./main.ts', import.meta.url))

async function serve(env: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string; touched: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-serve-'))
  const dataDir = join(folder, 'data')
  const none = { SMTP_URL: '', MAIL_FROM: '', MAIL: '', DATABASE_URL: '', PUBLIC_URL: '', SUPPORT_EMAIL: '', REGION_HEADER: '' }
  try {
    const child = spawn(process.execPath, [SERVE], {
      env: { ...process.env, ...none, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, said, touched: existsSync(dataDir) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the bare product', () => {
  it.each([
    [{}, 'No mail server is configured. Set SMTP_URL and MAIL_FROM, or MAIL=off to keep emails waiting in the database.\n'],
    [
      { SMTP_URL: 'smtps://parley:planted@mail.example' },
      'MAIL_FROM is not set; it must be an address, such as Parley <noreply@parley.example>.\n',
    ],
    [
      { MAIL: 'off', PUBLIC_URL: 'parley.example' },
      'PUBLIC_URL is parley.example; it must be the address where users open Parley, without a path, such as https://parley.example.\n',
    ],
  ])('with %j is refused in one sentence, and makes nothing', async (env, said) => {
    expect(await serve(env as Record<string, string>)).toEqual({ code: 1, said, touched: false })
  })
})
