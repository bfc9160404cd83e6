import { Input, type InputProps } from './Input.tsx'

/** Six digits from an authentication app or an email. Phones offer the code they have just received. */
export const CodeInput = (props: Omit<InputProps, 'type' | 'inputMode'>) => (
  <Input size="large" look="code" {...props} type="text" inputMode="numeric" autoComplete="one-time-code" />
)
