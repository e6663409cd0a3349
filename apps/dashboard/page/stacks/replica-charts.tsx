/** The replicas requested by scaling policies, since the page was opened: a status has no history. */
import type { StackEntry } from '@kubewright/dashboard/topics'
import { LineChart } from '../charts/line-chart.tsx'
import { useSeenValues } from '../charts/seen-values.ts'

export function ReplicaCharts({ stack: { uid, components } }: { stack: StackEntry }) {
  const scaled = components.filter(({ replicas }) => replicas !== undefined)
  const series = useSeenValues(new Map(scaled.map(({ name, replicas }) => [`replicas ${uid} ${name}`, replicas])))
  if (scaled.length === 0) return null
  return (
    <section class="card" aria-labelledby="scaling">
      <h2 id="scaling">Scaling</h2>
      <p class="soft">Replicas required by the scaling policies, since you opened this page.</p>
      <div class="charts">
        {scaled.map(({ name }) => (
          <LineChart
            key={name}
            label={`replicas of ${name}`}
            series={series.get(`replicas ${uid} ${name}`) ?? []}
            note="from the status"
          />
        ))}
      </div>
    </section>
  )
}
