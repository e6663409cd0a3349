/** The clusters that a controller works on. */
export {
  type AbsentCluster,
  type ClusterChange,
  type ClusterInfo,
  type ClusterRegistry,
  type ClusterSelector,
  type ClusterSet,
  homeCluster,
  selectsCluster,
} from './cluster.ts'
