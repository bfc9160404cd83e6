import type { ReactNode } from 'react'
import { linkProps } from './router.ts'

/** A link within the application. */
export const AppLink = (props: { readonly to: string; readonly className?: string | undefined; readonly children: ReactNode }) => (
  <a className={props.className} {...linkProps(props.to)}>
    {props.children}
  </a>
)
