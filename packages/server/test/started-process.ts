/** Starts the product of `test-server-process.ts`, for a test that kills it. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Key } from './product.ts'

const PROCESS = fileURLToPath(new URL('./server-process.ts', import.meta.url))

export type StartedProcess = {
  readonly baseUrl: string
  readonly now: number
  readonly keys: Readonly<Record<'gone' | 'back' | 'keeps', Key>>
  /** Kills it without warning, and removes its folder. */
  kill(): Promise<void>
}
type ProcessAddress = Omit<StartedProcess, 'kill'> & { readonly dataDir: string }
type Starting = {
  readonly databaseUrl: string
  readonly secretKey: string
  /** Runs at the end of the test. */
  readonly ending: (() => Promise<void>)[]
}

export async function startProcess({ databaseUrl, secretKey, ending }: Starting): Promise<StartedProcess> {
  const child = spawn(process.execPath, [PROCESS, databaseUrl, secretKey], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let dataDir: string | undefined
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  ending.push(kill)
  const address = await new Promise<ProcessAddress>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('\n')) resolve(JSON.parse(said) as ProcessAddress)
    })
    child.once('close', (code) => reject(new Error(`the product ended with ${code}`)))
  })
  dataDir = address.dataDir
  return { ...address, kill }
}
