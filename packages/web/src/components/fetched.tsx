import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'

export type FetchedPart<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code before it is drawn; a failure is met again where it is drawn. */
  readonly fetch: () => void
}

/**
 * A part of the screen whose code is fetched when it is first drawn, with `placeholder` in its place until then. Its failure is thrown where it is
 * drawn, to the nearest error boundary, and the next one to draw it fetches again.
 *
 * React's own `lazy` shows nothing before 300 ms have passed since the last placeholder, and two parts in one another wait twice (decision 0170).
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
