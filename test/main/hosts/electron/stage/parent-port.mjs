/** Gives a process the port to its parent that a utility process of Electron has. */
process.parentPort = {
  postMessage: (message) => process.send(message),
  on: (event, listener) => process.on(event, (data) => listener({ data })),
};
process.on('disconnect', () => process.exit());
