/** The test files that send a published call or subscribe to a published channel, as far as their source shows it. */
import * as contracts from '@parley/contracts'
import type { Call } from '@parley/contracts'
import { testFiles } from './proofs.ts'

/** `directRfqCalls.listRfqs` for the descriptor of that call. */
const names = new Map<unknown, string>(
  Object.entries(contracts).flatMap(([group, calls]) =>
    group.endsWith('Calls') ? Object.entries(calls as object).map(([name, call]) => [call, `${group}.${name}`] as const) : [],
  ),
)

/** Tests name a call by its descriptor, or by its method and path in one line. */
export function filesThatCall(call: Call): readonly string[] {
  const named = names.get(call)
  const path = pattern(call.path)
  return testFiles
    .filter(({ text, lines }) => {
      if (named !== undefined && new RegExp(`\\b${named.replace('.', '\\.')}\\b`).test(text)) return true
      return lines.some((line) => path.test(line) && methodsIn(line, call.method))
    })
    .map((file) => file.path)
}

/** The whole path in quotes or in a template, with anything for its parameters. */
function pattern(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split(/\{[^}]+\}/)
  return new RegExp(`['"\`}]${parts.map((part) => part.replaceAll(/[.]/g, '\\.')).join('[^/\'"\`?]+')}/?(?=['"\`?])`)
}

function methodsIn(line: string, method: string): boolean {
  const found = line.toUpperCase().match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g)
  return found === null ? method === 'GET' : found.includes(method)
}

/** By the channel's name in quotes, in a file that also names the endpoint. */
export function filesThatSubscribe(endpoint: string, channel: string): readonly string[] {
  const [head = ''] = channel.split('{')
  const name = new RegExp(`['"\`]${head.replaceAll('.', '\\.')}${channel.includes('{') ? '' : '[\'"`]'}`)
  const base = endpoint.replace(/\/$/, '')
  return testFiles.filter(({ text }) => text.includes(base) && /subscribe/.test(text) && name.test(text)).map(({ path }) => path)
}
