/** The options of `npm run serve`: what the process does, and whether it takes the markets over. */
import { parseArgs } from 'node:util'
import { StartProblem } from './database/start-problem.ts'
import type { Ownership } from './embedded-postgres/owner-lock.ts'
import type { Environment } from './settings.ts'

/** Everything, or a part of an installation of many processes (docs/decisions/1028). */
export type Start =
  | { readonly role: 'ALL'; readonly ownership: Ownership }
  | { readonly role: 'GATEWAY' | 'SHARDS' | 'WORKERS'; readonly natsUrl: string; readonly databaseUrl: string }

const roles = { all: 'ALL', gateway: 'GATEWAY', shards: 'SHARDS', workers: 'WORKERS' } as const

/** `--take-over` takes the markets over from a process that is running on the same DATABASE_URL. */
export function readStart(args: readonly string[], env: Environment): Start {
  const { role: name = 'all', 'take-over': takesOver = false } = optionsOf(args)
  if (!Object.hasOwn(roles, name))
    throw new StartProblem('SettingWrong', `--role is ${name}; it must be one of ${Object.keys(roles).join(', ')}.`)
  const role = roles[name as keyof typeof roles]
  if (role === 'ALL') return { role, ownership: takesOver ? 'TAKE_OVER' : 'ALONE' }
  if (takesOver)
    throw new StartProblem('SettingWrong', `--take-over needs --role all; processes with --role ${name} divide the markets by themselves.`)
  const [natsUrl, databaseUrl] = [env['NATS_URL'] || undefined, env['DATABASE_URL'] || undefined]
  if (natsUrl === undefined || databaseUrl === undefined)
    throw new StartProblem('SettingWrong', `--role ${name} needs NATS_URL and DATABASE_URL, which all processes of the installation share.`)
  if (!natsUrl.split(',').every((one) => URL.canParse(one) && /^(?:nats|tls):$/.test(new URL(one).protocol)))
    throw new StartProblem('SettingWrong', 'NATS_URL must list the addresses of NATS servers, such as nats://127.0.0.1:4222.')
  return { role, natsUrl, databaseUrl }
}

function optionsOf(args: readonly string[]): { readonly role?: string; readonly 'take-over'?: boolean } {
  try {
    return parseArgs({ args: [...args], options: { role: { type: 'string' }, 'take-over': { type: 'boolean' } } }).values
  } catch {
    throw new StartProblem(
      'SettingWrong',
      `${args.join(' ')} is not valid; the options are --take-over and --role all, gateway, shards or workers.`,
    )
  }
}
