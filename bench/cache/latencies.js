/** How long after it was sent an event reaches a follower. */

export function latencies(wanted) {
  const heard = []
  let resolve
  const all = new Promise((done) => (resolve = done))
  return {
    all,
    note({ metadata }) {
      const { sentAt } = metadata.annotations
      if (sentAt === undefined || heard.length === wanted) return
      heard.push(performance.timeOrigin + performance.now() - Number(sentAt))
      if (heard.length < wanted) return
      heard.sort((one, two) => one - two)
      resolve({ p50: heard[Math.floor(wanted * 0.5)], p99: heard[Math.floor(wanted * 0.99)] })
    },
  }
}
