import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'

export type FetchedPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code before it is rendered. A failure is reported again when it is rendered. */
  readonly fetch: () => void
}

/**
 * A component whose code is loaded when it is first rendered, with `placeholder` until then. A failed load is thrown to the nearest error boundary,
 * and the next render tries again. React's own `lazy` shows nothing within 300 ms of the last placeholder, and nested lazy parts wait twice
 * (decision 0170).
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode | ((props: Props) => ReactNode) = null,
): FetchedPart<Props> {
  let part: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = (): Promise<ComponentType<Props>> =>
    (loading ??= load().then(
      (loaded) => (part = loaded),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))

  function Fetched(props: Props): ReactNode {
    const [Part, setPart] = useState(() => part)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useLayoutEffect(() => {
      if (Part !== undefined) return
      let isDrawn = true
      loadOnce().then(
        (loaded) => isDrawn && setPart(() => loaded),
        (error: unknown) => isDrawn && setFailure({ error }),
      )
      return () => {
        isDrawn = false
      }
    }, [Part])
    if (failure !== undefined) throw failure.error
    if (Part !== undefined) return <Part {...props} />
    return typeof placeholder === 'function' ? placeholder(props) : placeholder
  }
  return Object.assign(Fetched, { fetch: () => void loadOnce().catch(() => undefined) })
}
