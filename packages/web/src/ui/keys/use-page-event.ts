import { useEffect, useEffectEvent } from 'react'

/**
 * Handles events of the page for as long as the component is mounted.
 * @param isFirst before those that the event is for
 */
export function usePageEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isFirst = false,
): void {
  const handle = useEffectEvent(listener)
  useEffect(() => {
    addEventListener(type, handle, isFirst)
    return () => removeEventListener(type, handle, isFirst)
  }, [type, isFirst])
}
