/** The chain's endpoint: JSON-RPC over POST, single or in a batch, with injected network faults. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Faults } from '../exchange/faults.ts'
import { readBody } from '../exchange/http.ts'
import { NodeRefusal, type Method, type RpcFault } from './methods.ts'

export type NodeServing = { readonly methods: Readonly<Record<string, Method>>; readonly faults: Faults }

type Request = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }
/** Undefined: no response will be sent. */
type Answer = object | undefined

const MAX_BODY_BYTES = 1024 * 1024
const MAX_BATCH = 100
const ANYBODY = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

export function createNodeListener(serving: NodeServing): RequestListener {
  return (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, ANYBODY).end()
    serve(request, serving).then(
      (answer) => (answer === undefined ? response.destroy() : write(response, answer)),
      () => response.destroy(),
    )
  }
}

async function serve(request: IncomingMessage, serving: NodeServing): Promise<Answer | readonly Answer[]> {
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === undefined) throw new Error('the body is too large')
  const asked = parse(body)
  if (asked === undefined) return failed(null, { code: -32_700, message: 'parse error' })
  if (!Array.isArray(asked)) return answer(asked as Request, serving)
  if (asked.length > MAX_BATCH) return failed(null, { code: -32_600, message: `a batch has at most ${MAX_BATCH} calls` })
  return Promise.all(asked.map((each) => answer(each as Request, serving)))
}

async function answer({ id = null, method, params }: Request, { methods, faults }: NodeServing): Promise<Answer> {
  const name = String(method)
  const perform = async (): Promise<object> => {
    const carryOut = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (carryOut === undefined) return failed(id, { code: -32_601, message: `the method ${name} does not exist` })
    try {
      return { jsonrpc: '2.0', id, result: await carryOut(Array.isArray(params) ? params : []) }
    } catch (error) {
      return failed(id, error instanceof NodeRefusal ? error.fault : { code: -32_603, message: String(error) })
    }
  }
  const fault = faults.draw(name)
  switch (fault?.kind) {
    case 'DISCONNECT_BEFORE':
      return undefined
    case 'DISCONNECT_AFTER':
    case 'LOSE_ANSWER':
      await perform()
      return undefined
    case 'REJECT':
      return failed(id, { code: fault.code, message: fault.message })
    case 'DELAY':
      await delay(fault.delayMs)
      return perform()
    case 'ANSWER_TWICE':
    case 'WRONG_CLOCK':
    case undefined:
      return perform()
  }
}

const failed = (id: unknown, error: RpcFault): object => ({ jsonrpc: '2.0', id, error })

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const write = (response: ServerResponse, answer: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json', ...ANYBODY }).end(JSON.stringify(answer))
