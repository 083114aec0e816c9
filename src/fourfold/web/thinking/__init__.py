"""What takes processor time: agents' turns and analyses, the queue they wait in, the worker pool.

Jobs run in the pool's threads; what is cached of them is cached here.
"""
