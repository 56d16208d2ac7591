import { useNavigate, useSearch } from '@tanstack/react-router'

interface DeviceUrl {
  terminalID?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The device that the address names, and the time. */
export function useDeviceUrl() {
  const navigate = useNavigate()
  const url = useSearch({ strict: false }) as DeviceUrl
  const change = (next: DeviceUrl) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, pageNum: undefined, ...next })) as never })
  return { ...url, change }
}

/** Opens the frames of a device. */
export function useOpenFrames() {
  const navigate = useNavigate()
  return (terminalID: string) =>
    void navigate({ to: '/test/log/$tab', params: { tab: 'search' }, search: { terminalID } as never })
}
