/** Lists the failures at the end of a run: by then, their first output is far above, and often only the end of a long log is kept. */
import { relative } from 'node:path'

export type ReportedTest = { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] | null }
export type ReportedFailures = {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly ReportedTest[]
  readonly hookErrors: readonly string[]
}

const LINES_SHOWN = 12

const shortened = (text: string): string =>
  text
    .split('\n')
    .slice(0, LINES_SHOWN)
    .map((line) => `    ${line}`)
    .join('\n')

/** One paragraph for each failed test and each failed hook, and for each file that could not run at all. */
export function failuresOf(files: readonly ReportedFailures[], root: string): readonly string[] {
  return files.flatMap(({ name, status, message, assertionResults, hookErrors }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const ofTests = failed.map(({ fullName, failureMessages }) => `${path} > ${fullName}\n${shortened((failureMessages ?? []).join('\n'))}`)
    const listed = [...ofTests, ...hookErrors.map((error) => `${path}\n${shortened(error)}`)]
    return listed.length === 0 && status === 'failed' ? [`${path}\n${shortened(message)}`] : listed
  })
}
