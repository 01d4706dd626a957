/** All that a program inherits which a test starts: where programs are, and what they were compiled to. No setting of whoever runs the test. */
export const cleanEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
