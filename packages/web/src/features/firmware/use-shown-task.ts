import { useNavigate, useSearch } from '@tanstack/react-router'

/** The task that the address names, and how another one is shown. */
export function useShownTask() {
  const navigate = useNavigate()
  const { task } = useSearch({ strict: false }) as { task?: number }
  const show = (id: number | undefined) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, task: id }) as never })
  return [task, show] as const
}
