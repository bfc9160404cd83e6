import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Input, type InputProps } from './Input.tsx'

/** Shows the password on request: better than typing it twice, and it lets people use long ones. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Input
      size="large"
      maxLength={512}
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton label={isShown ? 'Hide what is typed' : 'Show what is typed'} onClick={() => setIsShown(!isShown)}>
          {isShown ? <EyeOff size={15} /> : <Eye size={15} />}
        </IconButton>
      }
    />
  )
}
