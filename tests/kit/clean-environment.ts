/** All that a program inherits which a test starts: where programs are, and what they were compiled to. Settings of the person who runs the test are left out. */
export const cleanEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
