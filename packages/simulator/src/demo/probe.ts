/** Whether the server at a port is Parley. */
const WITHIN_MS = 1_000

export async function isParleyAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(WITHIN_MS) })
    return answer.ok && (answer.headers.get('content-type') ?? '').includes('json')
  } catch {
    return false
  }
}
