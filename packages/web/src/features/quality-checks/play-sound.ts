let context: AudioContext | undefined

/** Two rising tones say good, a low one bad: they are told apart without looking. Silent where the browser allows no sound. */
export function playSound(kind: 'good' | 'bad'): void {
  try {
    context ??= new AudioContext()
    const tones = kind === 'good' ? [880, 1_320] : [196, 165]
    const seconds = kind === 'good' ? 0.07 : 0.2
    for (const [place, frequency] of tones.entries()) {
      const from = context.currentTime + place * seconds
      const tone = new OscillatorNode(context, { frequency, type: kind === 'good' ? 'sine' : 'square' })
      const volume = new GainNode(context, { gain: kind === 'good' ? 0.25 : 0.12 })
      tone.connect(volume).connect(context.destination)
      tone.start(from)
      tone.stop(from + seconds)
    }
  } catch {
    // A device without sound.
  }
}
