"""What every measurement needs: servers to measure, load, and the CPU time and memory of processes."""
