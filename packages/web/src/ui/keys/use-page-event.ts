import { useEffect, useEffectEvent } from 'react'

/**
 * Hears events of the page for as long as the component is there.
 * @param isFirst before those that the event is for
 */
export function usePageEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isFirst = false,
): void {
  const hear = useEffectEvent(listener)
  useEffect(() => {
    addEventListener(type, hear, isFirst)
    return () => removeEventListener(type, hear, isFirst)
  }, [type, isFirst])
}
