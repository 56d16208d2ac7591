import type { AlarmSeverity } from '@trackway/core/codes/alarms.ts'
import { create } from 'zustand'
import { recall, remember } from '../../../base/stored.ts'

interface Tone {
  hz: number
  /** Start of the tone after the begin of the sound. */
  atS: number
  forS: number
}

/** One tone informs, two warn, and critical alarms alternate as a siren does. */
const tunes: Record<AlarmSeverity, readonly Tone[]> = {
  notice: [{ hz: 660, atS: 0, forS: 0.12 }],
  warning: [
    { hz: 740, atS: 0, forS: 0.15 },
    { hz: 740, atS: 0.24, forS: 0.15 },
  ],
  critical: [0, 1, 2, 3, 4, 5].map((step) => ({
    hz: step % 2 === 0 ? 988 : 698,
    atS: step * 0.2,
    forS: 0.18,
  })),
}
const loudness: Record<AlarmSeverity, number> = { notice: 0.08, warning: 0.14, critical: 0.22 }

/** Whether alarms sound in this browser. */
export const useAlarmSound = create<{ isOn: boolean }>(() => ({ isOn: true }))

/** Reads the choice of this browser, once its storage is open. */
export function restoreAlarmSound(): void {
  useAlarmSound.setState({ isOn: recall('alarmSound') !== false })
}

export function setAlarmSound(isOn: boolean): void {
  remember('alarmSound', isOn)
  useAlarmSound.setState({ isOn })
  // A sample is played when it is switched on; the click also permits the browser to play from then on.
  if (isOn) playAlarm('notice')
}

let context: AudioContext | undefined

/** Plays the tune of a severity, unless sounds are off or the browser does not let pages play. */
export function playAlarm(severity: AlarmSeverity): void {
  if (!useAlarmSound.getState().isOn || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // A page that nobody clicked yet may not play; its alarms are not kept for later.
  if (context.state === 'suspended') {
    void context.resume().catch(() => {})
    if (!navigator.userActivation?.hasBeenActive) return
  }
  for (const tone of tunes[severity]) play(context, tone, loudness[severity])
}

function play(to: AudioContext, { hz, atS, forS }: Tone, volume: number): void {
  const begin = to.currentTime + atS
  const oscillator = to.createOscillator()
  const gain = to.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.value = hz
  // Rising and falling within milliseconds, or it would click.
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + 0.015)
  gain.gain.setValueAtTime(volume, begin + forS - 0.04)
  gain.gain.linearRampToValueAtTime(0, begin + forS)
  oscillator.connect(gain).connect(to.destination)
  oscillator.start(begin)
  oscillator.stop(begin + forS)
}
