/** The form that starts an exploration. */
import { useState } from 'preact/hooks'

const strategies: readonly (readonly [string, string])[] = [
  ['single', 'each fault at each moment'],
  ['outages', 'calls that fail for a while'],
  ['declarations', 'other values'],
  ['combined', 'two or three faults'],
  ['random', 'any order'],
  ['pct', 'orders with few changes'],
  ['depth-first', 'every order'],
]

export interface StartFormProps {
  readonly files: readonly string[]
  readonly isBusy: boolean
  readonly onStart: (request: object) => void
}

export function StartForm({ files, isBusy, onStart }: StartFormProps) {
  const [chosen, setFile] = useState('')
  const [seed, setSeed] = useState('')
  const [budget, setBudget] = useState('30s')
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const file = files.includes(chosen) ? chosen : files[0]!
  const toggle = (name: string) => {
    const next = new Set(names)
    if (!next.delete(name)) next.add(name)
    setNames(next)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    onStart({
      file,
      ...(seed.trim() === '' ? {} : { seed: seed.trim() }),
      ...(budget.trim() === '' ? {} : { budget: budget.trim() }),
      ...(names.size === 0 ? {} : { strategies: strategies.map(([name]) => name).filter((name) => names.has(name)) }),
    })
  }
  return (
    <form class="explore-form" onSubmit={submit}>
      <label>
        Exploration
        <select value={file} onChange={({ currentTarget }) => setFile(currentTarget.value)}>
          {files.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Budget
        <input type="text" value={budget} onInput={({ currentTarget }) => setBudget(currentTarget.value)} />
      </label>
      <label>
        Seed
        <input
          type="text"
          value={seed}
          placeholder="kubewright"
          onInput={({ currentTarget }) => setSeed(currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>Strategies: all, or</legend>
        {strategies.map(([name, says]) => (
          <label key={name} class="check" title={says}>
            <input type="checkbox" checked={names.has(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="main" disabled={isBusy}>
        Explore
      </button>
    </form>
  )
}
