/** A failure that a person has to have seen before they go on: one message, one button. */
import { create } from 'zustand'

export const useErrorPopup = create<{ readonly message: string | undefined }>(() => ({ message: undefined }))
export const showError = (message: string): void => useErrorPopup.setState({ message })
export const closeErrorPopup = (): void => useErrorPopup.setState({ message: undefined })
