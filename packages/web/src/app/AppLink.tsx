import type { ReactNode } from 'react'
import { navigate } from './router.ts'

/** A link within the application: an address that can be opened in another window, and no new page when it is pressed here. */
export const AppLink = (props: { readonly to: string; readonly className?: string | undefined; readonly children: ReactNode }) => (
  <a
    className={props.className}
    href={props.to}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(props.to)
    }}
  >
    {props.children}
  </a>
)
