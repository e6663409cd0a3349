/** One process of controllers: start order, coordination, health, metrics, tracing, shutdown. In the making: nothing here is promised yet. */
export {}
